-- For wrk: logins to accounts that do not exist, each another one; for .ci/strangers.
--
-- The environment: FIRST, the number of the first account; CONTRACT, flags or native.
-- Prints how many were answered rightly, and what else came.

local first, contract = tonumber(os.getenv("FIRST")), os.getenv("CONTRACT")
local expected = contract == "flags" and '"accountBeingOrNotFlag":"0"' or "/problems/"
local threads = {}

function setup(thread)
    -- So far apart that no thread comes to the numbers of another one.
    thread:set("number", first + #threads * 100000000)
    table.insert(threads, thread)
end

function init()
    right, wrong, sample = 0, 0, ""
    wrk.method = "POST"
    wrk.path = contract == "flags" and "/testApp/Login/login.php" or "/v1/login"
    wrk.headers["Content-Type"] = contract == "flags" and "application/x-www-form-urlencoded" or "application/json"
end

function request()
    number = number + 1
    local account = string.format("stranger%d", number)
    if contract == "flags" then
        return wrk.format(nil, nil, nil,
            "User_Account=" .. account .. "&User_Password=testApp123456&Account_Type=NormalName")
    end
    return wrk.format(nil, nil, nil, '{"account":"' .. account .. '","password":"testApp123456"}')
end

function response(status, headers, body)
    if (status == 200 or status == 403 or status == 404) and body:find(expected, 1, true) then
        right = right + 1
    else
        wrong, sample = wrong + 1, status .. " " .. body
    end
end

function done(summary)
    local sum, others, what = 0, 0, ""
    for _, thread in ipairs(threads) do
        sum, others = sum + thread:get("right"), others + thread:get("wrong")
        if thread:get("sample") ~= "" then what = thread:get("sample") end
    end
    local errors = summary.errors
    io.write(string.format("right %d wrong %d lost %d (%d not connected, %d read, %d written, %d late) %s\n", sum, others,
        errors.connect + errors.read + errors.write + errors.timeout, errors.connect, errors.read, errors.write,
        errors.timeout, what))
end
